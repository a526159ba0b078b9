import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'

const FOLDER = new URL('../migrations/', import.meta.url)

/** A database as it was before a migration, and the migration itself: for tests of what it does to what was there. */
export async function databaseBefore(migration: string) {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString()
  const db = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await db.end()
    await admin.unsafe(`drop database ${name}`)
    await admin.end()
  })
  await runMigrations({ connectionString: url })
  const run = async (file: string) => void (await db.unsafe(await readFile(new URL(file, FOLDER), 'utf8')))
  const earlier = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < migration).sort()
  for (const file of earlier) await run(file)
  return { db, migrate: () => run(migration) }
}
