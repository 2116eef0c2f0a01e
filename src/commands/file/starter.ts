/** What follows in a first file without workspaces: the main parts of the format, to be uncommented and changed. */
export const STARTER = `
# What is not listed is left alone; what is listed is made so. Uncomment and change:
#
# workspaces:
#   production:
#     attributes:
#       region: {data_type: string, label: Region, required: true}
#     groups:
#       # The built-in group. Whoever has no value for an attribute is not held back by it: give everybody one.
#       All Users:
#         values: {region: no-access}
#       Sales West:
#         values: {region: west}
#         members: [ada@northwind.example]
#       Executives:
#         values: {region: "west, east"}
#         members: []
#     # Highest first: who is in two groups gets the value of the upper one.
#     precedence_order: [Executives, Sales West]
#     members:
#       ada@northwind.example: {role: explore} # whoever is no member yet is sent an invite
#
# expect:
#   - {workspace: production, attribute: region, never: [west], except_groups: [Sales West, Executives]}
`;
