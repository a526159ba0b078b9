import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { loadPartner } from '../bundle.ts'
import type { ContentBundle } from '../bundle-shape.ts'
import { createPictureStore } from '../remote/picture-store.ts'
import type { Cms } from './cms-client.ts'
import { type ContentStatus, type LiveContent, liveContent } from './live-content.ts'
import { createSnapshotStore } from './snapshot-store.ts'
import { CMS_TOKEN, startTestCms } from './test-cms.ts'

/**
 * The context of tests of live content: a remote service with a clinic's bundle, a folder and the reported statuses.
 */
export function createLiveContext() {
  const context = {
    open: (more: Partial<Cms> = {}): Promise<LiveContent> =>
      liveContent({
        cms: { url: context.cms.url, token: CMS_TOKEN, ...more },
        keeper: createSnapshotStore(context.folder, more.url ?? context.cms.url),
        pictures: createPictureStore(join(context.folder, 'pictures')),
        onStatusChange: (one) => context.statuses.push(one),
      }),
    /** The clinic's bundle with another price for product 101. */
    priced: (price: number): ContentBundle => ({
      ...context.bundle,
      products: context.bundle.products.map((product) => (product.id === 101 ? { ...product, price } : product)),
    }),
  } as {
    bundle: ContentBundle
    cms: Awaited<ReturnType<typeof startTestCms>>
    folder: string
    statuses: ContentStatus[]
    open: (more?: Partial<Cms>) => Promise<LiveContent>
    priced: (price: number) => ContentBundle
  }
  beforeAll(async () => {
    context.bundle = await loadPartner('vida-ligera')
    context.cms = await startTestCms(context.bundle)
  })
  afterAll(() => context.cms.close())
  beforeEach(async () => {
    context.folder = await mkdtemp(join(tmpdir(), 'cuida-content-'))
    context.statuses = []
    context.cms.serve(context.bundle)
  })
  afterEach(() => rm(context.folder, { recursive: true, force: true }))
  return context
}
