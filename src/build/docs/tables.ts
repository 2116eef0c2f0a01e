// What commands, options, exit codes and diagnostics are, for the generated pages.
export { COMMAND_GROUPS } from "../../cli/command-spec.js";
export { COMMANDS } from "../../cli/command-table.js";
export { EXIT_CODES } from "../../cli/exit-code.js";
export { ENVIRONMENT, OUTCOME_MEANINGS } from "../../cli/help/topics.js";
export {
  COMPARING_OPTIONS,
  FILE_OPTIONS,
  GENERAL_OPTIONS,
  PLANNING_OPTIONS,
  SERVICE_OPTIONS,
} from "../../cli/option-table.js";
export { DIAGNOSTIC_CODES } from "../../model/diagnostic-code.js";
