import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'

/** An empty database for a test of the migrations. */
export async function createEmptyDatabase() {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString()
  const db = postgres(url, { max: 3, onnotice: () => {} })
  onTestFinished(async () => {
    await db.end()
    // A database that a program of the test still uses is removed with the whole server.
    await admin.unsafe(`drop database ${name}`).catch(() => {})
    await admin.end()
  })
  return { db, url }
}
