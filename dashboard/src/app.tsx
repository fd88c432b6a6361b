import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MemoirClient } from "../../src/client/index.ts";
import { connect, whenSessionEnds } from "./connection.ts";
import { currentLanguage, t } from "./i18n/index.ts";
import { Shell } from "./shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { ToastHost } from "./ui/toast.tsx";

/** Signed in or not; drawn again in another language. */
export function App(): JSX.Element {
  const [client, setClient] = useState<MemoirClient | null | undefined>(undefined);
  const [problem, setProblem] = useState<Error>();
  const [language, setLanguage] = useState(currentLanguage());
  useEffect(() => {
    whenSessionEnds(() => {
      setProblem(new Error(t("signin.ended")));
      setClient(null);
    });
    connect().then(setClient, setProblem);
  }, []);
  const signedIn = (next: MemoirClient): void => {
    setProblem(undefined);
    setClient(next);
  };
  if (problem !== undefined || client === null) {
    return (
      <SignIn problem={problem} onSignedIn={signedIn} onLanguage={() => setLanguage(currentLanguage())} />
    );
  }
  return (
    <ToastHost key={language}>
      {client === undefined ? (
        <div class="loading" />
      ) : (
        <Shell
          client={client}
          onLanguage={() => setLanguage(currentLanguage())}
          onSignOut={() => setClient(null)}
        />
      )}
    </ToastHost>
  );
}
