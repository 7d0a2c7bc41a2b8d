// What does a test without a page need? No answer from anywhere.
globalThis.fetch = (request) => {
  const asked = request instanceof Request ? `${request.method} ${request.url}` : `GET ${String(request)}`;
  return Promise.reject(new TypeError(`No test has an answer to ${asked}.`));
};
