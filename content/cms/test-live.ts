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
export function liveWorld() {
  const world = {
    open: (more: Partial<Cms> = {}): Promise<LiveContent> =>
      liveContent({
        cms: { url: world.cms.url, token: TOKEN, ...more },
        keeper: diskKeeper(world.folder, more.url ?? world.cms.url),
        pictures: diskPictures(join(world.folder, 'pictures')),
        tell: (one) => world.told.push(one),
      }),
    /** The clinic's pack, with another price for product 101. */
    priced: (price: number): Pack => ({
      ...world.pack,
      products: world.pack.products.map((product) => (product.id === 101 ? { ...product, price } : product)),
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
    world.pack = await loadPartner('vida-ligera')
    world.cms = await testCms(world.pack)
  })
  afterAll(() => world.cms.close())
  beforeEach(async () => {
    world.folder = await mkdtemp(join(tmpdir(), 'cuida-content-'))
    world.told = []
    world.cms.serve(world.pack)
  })
  afterEach(() => rm(world.folder, { recursive: true, force: true }))
  return world
}
