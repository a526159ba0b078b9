import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { diskPictures } from '../elsewhere/pictures.ts'
import { loadPartner } from '../pack.ts'
import type { Pack } from '../pack-shape.ts'
import type { Cms } from './ask.ts'
import { diskKeeper } from './keep.ts'
import { type LiveContent, liveContent, type Standing } from './live.ts'
import { TOKEN, testCms } from './test-cms.ts'

/** What tests of live content begin with: a service elsewhere that serves a clinic's pack, a folder, and what is told. */
export function createLiveContext() {
  const context = {
    open: (more: Partial<Cms> = {}): Promise<LiveContent> =>
      liveContent({
        cms: { url: context.cms.url, token: TOKEN, ...more },
        keeper: diskKeeper(context.folder, more.url ?? context.cms.url),
        pictures: diskPictures(join(context.folder, 'pictures')),
        tell: (one) => context.told.push(one),
      }),
    /** The clinic's pack, with another price for product 101. */
    priced: (price: number): Pack => ({
      ...context.pack,
      products: context.pack.products.map((product) => (product.id === 101 ? { ...product, price } : product)),
    }),
  } as {
    pack: Pack
    cms: Awaited<ReturnType<typeof testCms>>
    folder: string
    told: Standing[]
    open: (more?: Partial<Cms>) => Promise<LiveContent>
    priced: (price: number) => Pack
  }
  beforeAll(async () => {
    context.pack = await loadPartner('vida-ligera')
    context.cms = await testCms(context.pack)
  })
  afterAll(() => context.cms.close())
  beforeEach(async () => {
    context.folder = await mkdtemp(join(tmpdir(), 'cuida-content-'))
    context.told = []
    context.cms.serve(context.pack)
  })
  afterEach(() => rm(context.folder, { recursive: true, force: true }))
  return context
}
