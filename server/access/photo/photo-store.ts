import { randomBytes } from 'node:crypto'
import { PHOTO_PATH, type PhotoType } from '@cuida/core/access/photo/photo.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { RenderedPhoto } from './port.ts'

/** Replaces the clinician's photo; returns its address, which is unique to this picture. */
export async function savePhoto(tx: Tx, clinicianId: string, drawings: readonly RenderedPhoto[]): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const address = PHOTO_PATH + name
  await deletePhoto(tx, clinicianId)
  for (const { width, type, bytes } of drawings)
    await tx`
      insert into clinician_photo (clinician_id, name, width, type, bytes)
      values (${clinicianId}, ${name}, ${width}, ${type}, ${bytes})`
  await tx`update clinician set photo_url = ${address} where id = ${clinicianId}`
  return address
}

export async function deletePhoto(tx: Tx, clinicianId: string): Promise<boolean> {
  const { count } = await tx`delete from clinician_photo where clinician_id = ${clinicianId}`
  await tx`update clinician set photo_url = null where id = ${clinicianId} and photo_url is not null`
  return count > 0
}

export async function findPhoto(sql: Sql, clinicianId: string): Promise<string | null> {
  const [row] = await sql<{ photoUrl: string | null }[]>`
    select photo_url as "photoUrl" from clinician where id = ${clinicianId}`
  return row?.photoUrl ?? null
}

export async function findDrawing(
  sql: Sql,
  { name, width, type }: { name: string; width: number; type: PhotoType },
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from clinician_photo where name = ${name} and width = ${width} and type = ${type}`
  return row?.bytes
}
