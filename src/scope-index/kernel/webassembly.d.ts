/** The few names of WebAssembly that the kernel uses; TypeScript has them only together with the whole DOM. */
declare namespace WebAssembly {
  class Memory {
    constructor(options: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: Record<string, unknown>;
  }
}
