/** Embeds one sentence with the real model and says how its runtime was started. */
import { localEmbedder } from "../../src/models/local/embedder.ts";

const embedder = localEmbedder();
const [embedding] = await embedder.embedDocuments(["hello world"]);
await embedder.close();
console.log(`${embedding?.vector.length} ORT_DISABLE_TELEMETRY=${process.env.ORT_DISABLE_TELEMETRY}`);
