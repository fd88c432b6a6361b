/** The scopes of the sample's people, by the language that they speak. Their names say that they are made up. */
export const SAMPLE_SCOPES = { en: "user:sample-robin", zh: "user:示例-林晓" } as const;
