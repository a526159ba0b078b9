import { readdirSync, readFileSync } from 'node:fs'
import { MedicineCatalogue } from '@cuida/core/care/prescription/prescription-api.ts'
import * as v from 'valibot'

const folder = new URL('medicines/', import.meta.url)

/** `medicines/<country>.json` by country, read and checked when the program starts. */
const catalogues: ReadonlyMap<string, MedicineCatalogue> = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    v.parse(MedicineCatalogue, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  ]),
)

/** The medicines of a country (ISO 3166, two letters); undefined where there is no table of it. */
export const medicineCatalogue = (country: string | undefined): MedicineCatalogue | undefined =>
  country === undefined ? undefined : catalogues.get(country)
