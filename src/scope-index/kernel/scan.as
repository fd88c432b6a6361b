// AssemblyScript, compiled to WebAssembly SIMD by `npm run kernel`. Not part of the TypeScript program.
// All pointers are byte offsets into the one imported memory; `dims` is a multiple of 16.

/** out[i] = dot(query, rows[i]) for float32 rows. */
export function dotsF32(query: usize, rows: usize, count: i32, dims: i32, out: usize): void {
  const stride: usize = <usize>dims << 2;
  for (let i: i32 = 0; i < count; i++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    let q = query;
    const end = rows + stride;
    for (let r = rows; r < end; r += 64, q += 64) {
      a = f32x4.add(a, f32x4.mul(v128.load(q), v128.load(r)));
      b = f32x4.add(b, f32x4.mul(v128.load(q, 16), v128.load(r, 16)));
      c = f32x4.add(c, f32x4.mul(v128.load(q, 32), v128.load(r, 32)));
      d = f32x4.add(d, f32x4.mul(v128.load(q, 48), v128.load(r, 48)));
    }
    const sum = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
    store<f32>(
      out,
      f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    );
    out += 4;
    rows = end;
  }
}

/** out[i] = scale * scales[i] * dot(query, rows[i]) for int8 rows. */
export function dotsI8(
  query: usize,
  rows: usize,
  scales: usize,
  count: i32,
  dims: i32,
  scale: f32,
  out: usize,
): void {
  const stride: usize = <usize>dims;
  for (let i: i32 = 0; i < count; i++) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let q = query;
    const end = rows + stride;
    for (let r = rows; r < end; r += 16, q += 16) {
      const x = v128.load(q);
      const y = v128.load(r);
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y)));
    }
    const sum = i32x4.add(a, b);
    const total =
      i32x4.extract_lane(sum, 0) +
      i32x4.extract_lane(sum, 1) +
      i32x4.extract_lane(sum, 2) +
      i32x4.extract_lane(sum, 3);
    store<f32>(out, <f32>total * scale * load<f32>(scales));
    out += 4;
    scales += 4;
    rows = end;
  }
}
