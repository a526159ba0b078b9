// @ts-check
// Plain JavaScript: the entrance of every npm script reads it on whatever Node the machine has.

/**
 * The API's heap limit in MB. Node delays garbage collection while memory is free: under a hundred thousand unique
 * requests the API held 475 MB without a limit and 312 MB with this one, 68 MB of it live (decision 0065). An
 * operator's own limit in NODE_OPTIONS applies instead; a flag on the command line would override it.
 */
const API_HEAP = '--max-old-space-size=256'

/**
 * @param {Record<string, string | undefined>} env of the program
 * @returns {string[]}
 */
export const apiHeap = ({ NODE_OPTIONS = '' }) => (/--max[-_]old[-_]space[-_]size/.test(NODE_OPTIONS) ? [] : [API_HEAP])
