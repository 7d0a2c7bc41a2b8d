// What does a test without a page need? What every protocol brings to each view, and no answer from anywhere.
import "@/protocols/council";
import "@/protocols/matrix";
import "@/protocols/session";
import "@/protocols/theatre";

globalThis.fetch = (request) => {
  const asked = request instanceof Request ? `${request.method} ${request.url}` : `GET ${String(request)}`;
  return Promise.reject(new TypeError(`No test has an answer to ${asked}.`));
};
