/** What other workspaces use of the content service; `plugin.ts` mounts it. */
export { type ContentClient, contentClient } from './client.ts'
export { inProcessContent } from './in-process.ts'
export { loadPack, loadPartner, type Pack } from './pack.ts'
export { type Catalogue, catalogue } from './words.ts'
