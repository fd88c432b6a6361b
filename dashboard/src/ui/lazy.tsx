import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A view whose code is loaded when it is first opened. */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  let loaded: ComponentType<P> | undefined;
  return function LazyView(props) {
    const [View, setView] = useState<ComponentType<P> | undefined>(() => loaded);
    useEffect(() => {
      if (loaded !== undefined) return setView(() => loaded);
      void load().then((view) => {
        loaded = view;
        setView(() => view);
      });
    }, []);
    return View === undefined ? <div class="loading" /> : <View {...props} />;
  };
}
