/** How much of a message is read, in UTF-16 units. What is longer was pasted, and is read by its beginning only. */
export const LONGEST_READ = 20_000;
