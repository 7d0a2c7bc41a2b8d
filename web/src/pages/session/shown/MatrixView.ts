// The matrix view with what protocols bring to it, loaded as one.
import "@/protocols/matrix";
export { default } from "@/views/matrix/MatrixView";
