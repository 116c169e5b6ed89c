export const articlePath = (id: number): string => `/knowledge/${id}`;
