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

@inline
function dot16(row: v128, part: v128, sum: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(row, part, sum);
}

/** 4 * 127 * x where the machine's dot product of bytes takes negative numbers on both sides, something else elsewhere. */
export function probe(x: i32): i32 {
  return i32x4.extract_lane(dot16(i8x16.splat(127), i8x16.splat(<i8>x), i32x4.splat(0)), 0);
}

@inline
function put(sum: v128, scale: f32, scales: usize, out: usize): void {
  const total =
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3);
  store<f32>(out, <f32>total * scale * load<f32>(scales));
}

/** out[i] = scale * scales[i] * dot(query, rows[i]) for int8 rows, four at a time: the query is then loaded once. */
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
  let i: i32 = 0;
  for (; i + 4 <= count; i += 4) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    const second = rows + stride;
    const third = second + stride;
    const fourth = third + stride;
    for (let at: usize = 0; at < stride; at += 16) {
      const x = v128.load(query + at);
      a = dot16(v128.load(rows + at), x, a);
      b = dot16(v128.load(second + at), x, b);
      c = dot16(v128.load(third + at), x, c);
      d = dot16(v128.load(fourth + at), x, d);
    }
    put(a, scale, scales, out);
    put(b, scale, scales + 4, out + 4);
    put(c, scale, scales + 8, out + 8);
    put(d, scale, scales + 12, out + 12);
    rows = fourth + stride;
    scales += 16;
    out += 16;
  }
  for (; i < count; i++) {
    let a = i32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) a = dot16(v128.load(rows + at), v128.load(query + at), a);
    put(a, scale, scales, out);
    rows += stride;
    scales += 4;
    out += 4;
  }
}

/**
 * The same for a query in two halves: its positive numbers, and behind them the negative ones without their sign. Numbers
 * from 0 to 127 on one side give the same dot product on every machine.
 */
export function dotsI8Halves(
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
    let more = i32x4.splat(0);
    let less = i32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const x = v128.load(rows + at);
      more = dot16(x, v128.load(query + at), more);
      less = dot16(x, v128.load(query + stride + at), less);
    }
    put(i32x4.sub(more, less), scale, scales, out);
    rows += stride;
    scales += 4;
    out += 4;
  }
}
