import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { problemLine } from './problems.ts'

export type BundleFiles = ReturnType<typeof readBundleFolder>

/** Reads and validates files of a bundle and collects all problems, so that one run reports every one. */
export function readBundleFolder(folder: string) {
  const problems: string[] = []

  async function text(file: string, required: boolean): Promise<string | undefined> {
    try {
      return await readFile(join(folder, file), 'utf8')
    } catch {
      if (required) problems.push(`${file} is missing`)
      return undefined
    }
  }
  async function read<S extends v.GenericSchema>(file: string, schema: S, required: boolean) {
    const source = await text(file, required)
    return source === undefined ? undefined : check(file, schema, parse(file, source))
  }
  function parse(file: string, source: string): unknown {
    try {
      return JSON.parse(source)
    } catch (error) {
      problems.push(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  function check<S extends v.GenericSchema>(file: string, schema: S, value: unknown): v.InferOutput<S> | undefined {
    if (value === undefined) return undefined
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    problems.push(...result.issues.map((issue) => problemLine(file, issue)))
    return undefined
  }
  const one = <S extends v.GenericSchema>(file: string, schema: S) => read(file, schema, true)
  return {
    problems,
    text: (file: string) => text(file, true),
    one,
    maybe: <S extends v.GenericSchema>(file: string, schema: S) => read(file, schema, false),
    list: async <S extends v.GenericSchema>(file: string, item: S): Promise<v.InferOutput<S>[]> =>
      (await one(file, v.array(item))) ?? [],
    /** Every JSON file of a folder as an entry; the file name is the entry's slug. */
    folder: async <S extends v.GenericSchema<unknown, { slug: string }>>(name: string, item: S) => {
      const files = (await readdir(join(folder, name)).catch(() => [])).filter((file) => file.endsWith('.json')).sort()
      if (files.length === 0) problems.push(`${name}/ has no JSON files`)
      const entries: v.InferOutput<S>[] = []
      for (const file of files) {
        const entry = await one(`${name}/${file}`, item)
        if (entry && file !== `${entry.slug}.json`) problems.push(`${name}/${file}: slug must be the file’s name`)
        if (entry) entries.push(entry)
      }
      return entries
    },
  }
}
