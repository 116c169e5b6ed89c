export const evaluationPath = (id: string): string => `/evaluation/${id}`;
