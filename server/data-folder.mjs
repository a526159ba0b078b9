// @ts-check
// Plain JavaScript: the start-up on whatever Node the machine has reads it too (tools/preflight.mjs).
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Where everything is kept that is not in the database, absolute. One default for every program, whatever folder it was
 * started in; never a temporary one, which the system empties.
 * @param {string | undefined} setting DATA_DIR
 * @param {string} root the checkout
 */
export const dataFolder = (setting, root = ROOT) => resolve(root, setting || join(root, '.data'))
