import { randomUUID } from 'node:crypto'
import { connect } from '../server/kit/db/db.ts'
import { readSettings } from '../tools/preflight.mjs'
import { programEnv } from '../tools/programs.ts'
import { ROOT } from '../tools/run.ts'
import { prepareDatabase } from '../tools/system.ts'
import { temporaryDataDir } from '../tools/temporary-postgres.ts'

const PARTNERS = ['vida-ligera', 'bem-leve']
const templateOf = (partner: string) => `e2e_${partner.replace('-', '_')}`

/** Prepares a database for each partner as after the first `npm start`: migrated, with the demo. */
export async function prepareTemplates(server: string): Promise<void> {
  await Promise.all(PARTNERS.map((partner) => prepareTemplate(server, partner)))
}

async function prepareTemplate(server: string, partner: string): Promise<void> {
  const name = templateOf(partner)
  await onServer(server, (db) => db`create database ${db(name)}`)
  const dataDir = temporaryDataDir(`e2e-${partner}`)
  const url = databaseOn(server, name)
  const env = { ...process.env, DATA_DIR: dataDir.path, PARTNER: partner, DATABASE_URL: url }
  await prepareDatabase(await programEnv(readSettings(env, ROOT), url), new AbortController().signal, () => {})
  await dataDir.remove()
}

/** A fresh copy of the partner's database, and a function that drops it. */
export async function copyTemplate(server: string, partner: string) {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await onServer(server, (db) => db`create database ${db(name)} template ${db(templateOf(partner))}`)
  const drop = () => onServer(server, (db) => db`drop database ${db(name)} with (force)`)
  return { url: databaseOn(server, name), drop }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, work: (db: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> {
  const db = connect(server, { max: 1, name: 'e2e' })
  await work(db).finally(() => db.end({ timeout: 1 }))
}
