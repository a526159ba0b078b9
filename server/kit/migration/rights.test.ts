import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'

// The application of every test context has these rights, so each test shows that they suffice.
const context = await createTestContext({ demo: false })

test.each([
  'create table mine (id int)',
  'create function mine() returns int language sql return 1',
  'create schema mine',
  'alter table patient add column mine int',
  'drop table patient',
  'truncate session',
  'alter table audit disable trigger all',
  'drop trigger audit_is_append_only on audit',
  'set session_replication_role = replica',
  "update migration set checksum = ''",
  'alter table graphile_worker._private_jobs disable row level security',
])('the application may not "%s"', (statement) =>
  expect(context.db.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/),
)
