/** What other workspaces use of the content service; `plugin.ts` mounts it. */
export type { Source } from './api/source.ts'
export type { ContentClient } from './client.ts'
export { diskKeeper } from './cms/keep.ts'
export { type LiveContent, liveContent, type Standing } from './cms/live.ts'
export { inProcessContent } from './in-process.ts'
export { loadPack, loadPartner, type Pack } from './pack.ts'
export { ofPack } from './plugin.ts'
export { type Catalogue, catalogue } from './words.ts'
