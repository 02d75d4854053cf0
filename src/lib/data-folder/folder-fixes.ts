/** The fix for each system error while the data folder, or something in it, is created. */
export const FOLDER_FIXES: Readonly<Record<string, string>> = {
  EACCES: "this user can't read or write it: change its permissions, or set DATA_DIR to another folder",
  EPERM:
    "the system does not permit this user to manage it: start Easel as its owner, or set DATA_DIR to another folder",
  EROFS: "it is on a read-only file system: set DATA_DIR to another folder",
  ENOTDIR: "it is a file, or below one: set DATA_DIR to a folder",
  EEXIST: "it is a file, or below one: set DATA_DIR to a folder",
  ENOSPC: "the disk is full: make room, or set DATA_DIR to a folder on another disk",
  EDQUOT: "this user's share of the disk is used up: make room, or set DATA_DIR to a folder on another disk",
};
