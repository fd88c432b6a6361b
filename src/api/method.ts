/** How a request is made. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
