// How is something asked of the server once, however often it is sent? By a key that stays as long as what is sent does.

/** 128 random bits; `crypto.randomUUID` is missing on pages that were not served safely. */
export const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
