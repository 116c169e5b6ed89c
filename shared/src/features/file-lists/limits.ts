export const FILE_LIST_NAME_MIN = 3;
