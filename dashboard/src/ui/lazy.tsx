import type { ComponentType, JSX } from "preact";
import { useContext } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { Live } from "../live.ts";
import { useAsync } from "./async.ts";
import { Problem } from "./empty.tsx";

/** A view whose code is loaded when it is first opened; where that fails, again each time the page connects again. */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  let View: ComponentType<P> | undefined;
  return function LazyView(props) {
    const { connected } = useContext(Live);
    const { error } = useAsync(async () => {
      View ??= await load();
      return View;
    }, [connected]);
    if (View !== undefined) return <View {...props} />;
    return error === undefined ? <div class="loading" /> : <Problem error={new Error(t("shell.unloaded"))} />;
  };
}
