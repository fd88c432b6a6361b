import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MemoirClient } from "../../src/client/index.ts";
import { signIn } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { LanguageSwitch } from "./ui/language-switch.tsx";
import { plain } from "./ui/plain.ts";

interface Props {
  readonly problem: Error | undefined;
  onSignedIn(client: MemoirClient): void;
  onLanguage(): void;
}

/** For who comes without a login link, or with one that was used. */
export function SignIn({ problem, onSignedIn, onLanguage }: Props): JSX.Element {
  const [key, setKey] = useState("");
  const [failure, setFailure] = useState(
    location.hash === "#/link-used" ? t("signin.used") : problem?.message,
  );
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const client = await signIn(key.trim());
      if (client !== null) onSignedIn(client);
    } catch (error) {
      setFailure(plain((error as Error).message));
    }
  };
  return (
    <main class="sign-in">
      <div class="sign-in-head">
        <h1>Memoir</h1>
        <LanguageSwitch onChange={onLanguage} />
      </div>
      <p>{t("signin.intro")}</p>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>{t("signin.key")}</span>
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="mk_…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={key.trim() === ""}>
          {t("signin.submit")}
        </button>
      </form>
      {failure !== undefined && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      <p class="dim">{t("signin.where")}</p>
    </main>
  );
}
