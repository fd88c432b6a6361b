/** See package.js. */
export const MAX_INSTALLED_BYTES: number;
export function pack(folder: string): Promise<string>;
export function unpack(tarball: string, folder: string): Promise<void>;
export function packFor(platform: string, unpacked: string, tarball: string): Promise<void>;
export function installedSizes(unpacked: string): { readonly name: string; readonly bytes: number }[];
export function contentProblems(unpacked: string): string[];
