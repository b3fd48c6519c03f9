/** Names in a data folder that are not data. */

/** List of a backup's files. A backup on which a server has started has it too. */
export const BACKUP_LIST = "backup.json";
/** Folder that is there while a restore moves files. Nothing else may use the data folder until a restore has ended. */
export const RESTORING = "restoring";
/** What a restore has copied and not yet moved. */
export const RESTORED_FILES = "restoring.part";

const NAMES = ["lock", "lock.mdb", "staging", "scratch", "quarantine", BACKUP_LIST, RESTORING, RESTORED_FILES];

/** Returns false for files that belong to a process, a backup or a restore. */
export function isPartOfBackup(name: string): boolean {
  return !NAMES.includes(name) && !/^(before|replaced)-/.test(name);
}
