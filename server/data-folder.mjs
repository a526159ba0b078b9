// @ts-check
// Plain JavaScript: the start-up on whatever Node the machine has reads it too (tools/preflight.mjs).
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Absolute path of the folder for all data outside the database. Every program has the same default, independent of
 * its working directory, and never a temporary folder, which the operating system empties.
 * @param {string | undefined} setting DATA_DIR
 * @param {string} root the checkout
 */
export const dataFolder = (setting, root = ROOT) => resolve(root, setting || join(root, '.data'))
