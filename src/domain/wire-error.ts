import { MemoirError, type MemoirErrorCode } from "./errors.ts";

/** An error as data: classes do not survive the trip between threads. */
export interface WireError {
  readonly code: MemoirErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function toWire({ code, message, details }: MemoirError): WireError {
  return { code, message, details };
}

export function fromWire({ code, message, details }: WireError): MemoirError {
  return new MemoirError(code, message, { details: { ...details } });
}
