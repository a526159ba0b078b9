import { Copier } from './copy-parts.ts'
import { drawNotes } from './draw-notes.ts'
import { type Dictionary, Name, type PdfObject, type PdfObjects, Ref, Unreadable } from './objects.ts'
import { layers, page } from './page-parts.ts'

/** What a page has from the branch that it hangs on when it says nothing itself. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** The objects of a new file: the pages of an old one as they are seen, in one list, and nothing beside them. */
export function onlyPages(old: PdfObjects, count: number): PdfObject[] {
  const copier = new Copier(old)
  const catalog = copier.resolve(old.root)
  if (!(catalog instanceof Map)) throw new Unreadable('no root')
  const root = copier.place()
  const tree = copier.place()
  const kids = leavesOf(copier, catalog.get('Pages')).map((leaf) => {
    const mine = copier.place()
    const made = copier.copy(leaf, page) as Dictionary
    drawNotes(copier, leaf, made)
    copier.put(mine, new Map([...made, ['Type', new Name('Page')], ['Parent', tree]]))
    return mine
  })
  if (kids.length !== count) throw new Unreadable('another number of pages')
  copier.put(tree, mapOf({ Type: new Name('Pages'), Kids: kids, Count: kids.length }))
  const facts = mapOf({ Type: new Name('Catalog'), Pages: tree })
  const shown = catalog.get('OCProperties')
  const language = copier.resolve(catalog.get('Lang'))
  if (shown) facts.set('OCProperties', copier.copy(shown, layers))
  if (Buffer.isBuffer(language)) facts.set('Lang', language)
  copier.put(root, facts)
  copier.finish()
  return copier.made
}

const mapOf = (entries: Record<string, PdfObject>): Dictionary => new Map(Object.entries(entries))

/** The pages in their order, each with what it inherits; no branch is gone along twice. */
function leavesOf(copier: Copier, top: PdfObject | undefined): Dictionary[] {
  const leaves: Dictionary[] = []
  const gone = new Set<number>()
  const due: { node: PdfObject; above: Dictionary }[] = [{ node: top ?? null, above: new Map() }]
  for (let next = due.pop(); next; next = due.pop()) {
    const { node, above } = next
    if (node instanceof Ref && gone.has(node.number)) continue
    if (node instanceof Ref) gone.add(node.number)
    const found = copier.resolve(node)
    if (!(found instanceof Map)) continue
    const kids = copier.resolve(found.get('Kids'))
    if (!Array.isArray(kids)) leaves.push(new Map([...above, ...found]))
    else due.push(...kids.map((kid) => ({ node: kid, above: inherited(above, found) })).reverse())
  }
  return leaves
}

const inherited = (above: Dictionary, branch: Dictionary): Dictionary =>
  new Map([...above, ...INHERITED.flatMap((key) => (branch.has(key) ? [[key, branch.get(key) ?? null] as const] : []))])
