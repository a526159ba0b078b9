import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Services } from '../services.ts'

export type Demo = NonNullable<NonNullable<Services['bundle']>['demo']>

export type FindProduct = (slug: string) => Product
