import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

/** In the app's cache folder: excluded from backups, and visible only to the app that the person shares it with. */
const FOLDER = 'given'
const CANCELLED = 'Share canceled'
/** Characters that file systems or share sheets cannot handle in a name. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]+/gu

/**
 * A native app's page cannot download (docs/decisions/0082): the file is written to the cache and opened in the
 * phone's share sheet, where the person chooses its destination. Closing the sheet is not an error.
 */
export async function shareFile(file: Blob, name: string): Promise<void> {
  await deleteSharedFiles()
  const path = `${FOLDER}/${name.replaceAll(UNFIT, '-')}`
  const { uri } = await Filesystem.writeFile({
    path,
    directory: Directory.Cache,
    data: await base64(file),
    recursive: true,
  })
  await Share.share({ files: [uri], title: name, dialogTitle: name }).catch(unlessCancelled)
}

/**
 * Deletes shared files from the cache. Not right after the sheet closes, because the chosen app may still be reading:
 * at the next file, the next start and the sign-out.
 */
export const deleteSharedFiles = (): Promise<void> =>
  Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(() => {})

function unlessCancelled(failure: unknown): void {
  if (!(failure instanceof Error) || failure.message !== CANCELLED) throw failure
}

/** Capacitor's bridge carries only text. */
async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const chunks = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * PART, (at + 1) * PART)),
  )
  return btoa(chunks.join(''))
}
/** Below the limit of a function's arguments. */
const PART = 8_192
