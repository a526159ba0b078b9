import { readdirSync, readFileSync } from 'node:fs'
import { MedicineCatalogue } from '@cuida/core/care/prescription/prescription-api.ts'
import * as v from 'valibot'

const folder = new URL('medicines/', import.meta.url)

/** `medicines/<country>.json` by country, read and validated at start. */
const catalogues: ReadonlyMap<string, MedicineCatalogue> = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    v.parse(MedicineCatalogue, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  ]),
)

/** The medicines of a country (ISO 3166-1 alpha-2); undefined without a table. */
export const medicineCatalogue = (country: string | undefined): MedicineCatalogue | undefined =>
  country === undefined ? undefined : catalogues.get(country)
