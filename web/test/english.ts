// Tests read English, whatever language this machine speaks: newer Nodes tell its language, too.
if (typeof navigator !== "undefined")
  Object.defineProperty(navigator, "languages", { value: ["en-US"], configurable: true });
