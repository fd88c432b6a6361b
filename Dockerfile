# Memoir as a server. It installs nothing and needs no network: `npm run release` makes the package for Linux with all
# that it needs, the models included.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS package
COPY release/memoir-*-linux-*.tgz /tmp/
RUN mkdir /memoir && tar -xzf /tmp/memoir-*-linux-$(node -p process.arch).tgz -C /memoir --strip-components=1

FROM ${BASE}
COPY --from=package /memoir /memoir
RUN ln -s /memoir/bin/memoir.js /usr/local/bin/memoir && mkdir /data && chown 1000:1000 /data
# glibc's allocator otherwise keeps what is free in an arena of each thread, and V8 up to 128 MB for new objects.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=16
ENV NODE_ENV=production MEMOIR_DATABASE=/data/memoir.db PORT=7411
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 7411
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["memoir"]
CMD ["serve", "--host", "0.0.0.0"]
