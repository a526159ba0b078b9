import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

/** Below the app's cache: no backup has it, and no other app sees it but the one that the person picks. */
const FOLDER = 'given'
const CANCELLED = 'Share canceled'
/** What no file system, and no share sheet that shows the name, can do with a name. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]+/gu

/**
 * A phone's page cannot download (docs/decisions/0082): the file is put where the phone's own sheet finds it, and the
 * person says where it goes, be it their files, a printer or somebody they trust. Who closes the sheet wanted nothing.
 */
export async function giveFile(file: Blob, name: string): Promise<void> {
  await forgetFiles()
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
 * Nothing that was given away stays in the app. Not right after the sheet: whoever was picked may still be reading. At the
 * next file, the next start and the sign-out.
 */
export const forgetFiles = (): Promise<void> =>
  Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(() => {})

function unlessCancelled(failure: unknown): void {
  if (!(failure instanceof Error) || failure.message !== CANCELLED) throw failure
}

/** The bridge carries text alone. */
async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * PART, (at + 1) * PART)),
  )
  return btoa(parts.join(''))
}
/** Fewer than what a function takes as arguments. */
const PART = 8_192
