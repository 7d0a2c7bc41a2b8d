// What is said in this language: by the pages, and by the server. A chunk of its own, for those who read it.
export { default as pages } from "./de.json";
export { default as server } from "./server.de.json";
