// Where may the name of a model be broken? After its slashes, before anywhere else.
import { Fragment } from "react";

export function ModelName({ of }: { of: string }) {
  return of.split("/").map((part, at, all) => (
    <Fragment key={at}>
      {part}
      {at < all.length - 1 && (
        <>
          /<wbr />
        </>
      )}
    </Fragment>
  ));
}
