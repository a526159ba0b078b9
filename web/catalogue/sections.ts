import type { Category, ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'

export interface Section {
  category: Category
  products: ProductSummary[]
}

/**
 * Products grouped by category, both in the content's order; the category `firstId`, if any, comes first. Products
 * without a category are left out.
 */
export function sectionsOf(products: readonly ProductSummary[], firstId?: string): Section[] {
  const sections = new Map<string, Section>()
  for (const product of products) {
    if (!product.category) continue
    const { category } = product
    const section = sections.get(category.id) ?? { category, products: [] }
    section.products.push(product)
    sections.set(category.id, section)
  }
  const ordered = [...sections.values()].sort(
    ({ category: a }, { category: b }) => Number(b.id === firstId) - Number(a.id === firstId) || a.order - b.order,
  )
  for (const section of ordered) section.products.sort((a, b) => a.order - b.order)
  return ordered
}
