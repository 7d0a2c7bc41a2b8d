// What is said in this language: by the pages, and by the server. A chunk of its own, for those who read it.
export { default as pages } from "./zh.json";
export { default as server } from "./server.zh.json";
